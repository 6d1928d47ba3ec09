// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
#include "nic/nic.h"

#include <stdlib.h>

static uint32_t at_least(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
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
		.msi = irq == IRQ_MSI,
		.rx_posted = profile->rx_ring,
		.tx_descriptors_free = profile->tx_ring,
		.assert_ps = -1,
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
	nic_delay_init(&n->rx_delay, n, ICR_RXT0, true);
	nic_delay_init(&n->tx_delay, n, ICR_TXDW, profile->traits.tidv == 0);
	n->slot_throttle = engine_add(engine, nic_throttle_event, n);
	nic_write_itr(n, 0);
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
