// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "nic/nic.h"

#include <stdlib.h>

static uint32_t at_least(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static void vector_init(struct nic *n, unsigned int index, uint32_t causes)
{
	struct nic_vector *v = &n->vector[index];

	*v = (struct nic_vector){
		.nic = n,
		.index = index,
		.causes = causes,
		.assert_ps = -1,
		.slot_throttle = engine_add(n->engine, nic_throttle_event, v),
	};
}

int nic_init(struct nic *n, const struct nic_profile *profile,
	     enum irq_mode irq, const struct nic_costs *costs,
	     struct engine *engine)
{
	uint32_t rate = profile->bus_mbyte_per_s;

	/* Rings are indexed by free-running counters and a mask. */
	if ((profile->rx_ring & (profile->rx_ring - 1)) ||
	    (profile->tx_ring & (profile->tx_ring - 1)))
		abort();
	*n = (struct nic){
		.profile = profile,
		.costs = *costs,
		.engine = engine,
		.msi = irq != IRQ_INTX,
		.vectors = irq == IRQ_MSIX ? NIC_VECTORS : 1,
		.rx_posted = profile->rx_ring,
		.tx_descriptors_free = profile->tx_ring,
		.read_ps = -1,
		.read_assert_ps = -1,
		.unmask_ps = 0,
	};
	if (costs->bus_mbyte_per_s && costs->bus_mbyte_per_s < rate)
		rate = costs->bus_mbyte_per_s;
	n->dma_byte_ps = costs->free ? 0 : PS_PER_US / rate;
	/* A transmission at wire speed takes 125 MB/s of a shared bus. */
	n->shared_byte_ps = n->dma_byte_ps;
	if (profile->bus_shared && !costs->free)
		n->shared_byte_ps =
			PS_PER_US / (rate > 2 * WIRE_MBYTE_PER_S
					     ? rate - WIRE_MBYTE_PER_S
					     : at_least(rate / 2, 1));
	n->rx = calloc(profile->rx_ring, sizeof(*n->rx));
	n->tx = calloc(profile->tx_ring, sizeof(*n->tx));
	if (!n->rx || !n->tx) {
		nic_destroy(n);
		return -1;
	}
	/* Order is priority at equal times: data first, then timers, then the
	 * throttle, so that an assertion sees all causes of its moment. */
	n->slot_done = engine_add(engine, nic_done_event, n);
	if (irq == IRQ_MSIX) {
		nic_delay_init(&n->rx_delay, n, &n->vector[NIC_VECTOR_RX],
			       ICR_RXQ0);
		nic_delay_init(&n->tx_delay, n, &n->vector[NIC_VECTOR_TX],
			       ICR_TXQ0);
		vector_init(n, NIC_VECTOR_RX, ICR_RXQ0);
		vector_init(n, NIC_VECTOR_TX, ICR_TXQ0);
		vector_init(n, NIC_VECTOR_OTHER, ICR_OTHER);
		n->eiac = ICR_RXQ0 | ICR_TXQ0;
	} else {
		nic_delay_init(&n->rx_delay, n, &n->vector[0], ICR_RXT0);
		nic_delay_init(&n->tx_delay, n, &n->vector[0], ICR_TXDW);
		vector_init(n, 0, UINT32_MAX);
	}
	for (unsigned int i = 0; i < n->vectors; i++)
		nic_write_gap(n, i, 0); /* which a part may have a floor for */
	n->rx_delay.restarts = true;
	n->tx_delay.restarts = profile->traits.tidv == 0;
	return 0;
}

int64_t nic_crystal_ps(const struct nic *n, int64_t ps)
{
	const int64_t billion = 1000000000;
	int64_t more = ps * n->profile->traits.ppb; /* at most 7e16 */

	return ps + (more + (more < 0 ? -billion : billion) / 2) / billion;
}

void nic_destroy(struct nic *n)
{
	free(n->rx);
	free(n->tx);
	n->rx = NULL;
	n->tx = NULL;
}
