// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// SPDX-FileCopyrightText: The itr authors
/*
 * ctl.c - from a controller's wish to what the hardware can hold.
 */
#include "ctl.h"

void itr_wish_delays(struct itr_decision *wish,
		     const struct itr_delay_params *p)
{
	wish->tx_packet_ns = (u64)p->tx_packet_ns;
	wish->tx_absolute_ns = (u64)p->tx_absolute_ns;
	wish->rx_packet_ns = (u64)p->rx_packet_ns;
	wish->rx_absolute_ns = (u64)p->rx_absolute_ns;
}

void itr_decide(struct itr *it, const struct itr_decision *wish)
{
	const struct itr_caps *caps = &it->caps;
	const struct itr_decision w = *wish;
	struct itr_decision *d = &it->last;
	u64 gap_ns, reason = w.reason;

	d->rx_packet_ns = itr_quantise(&caps->rx_packet, w.rx_packet_ns);
	d->rx_absolute_ns = itr_quantise(&caps->rx_absolute, w.rx_absolute_ns);
	d->tx_packet_ns = itr_quantise(&caps->tx_packet, w.tx_packet_ns);
	d->tx_absolute_ns = itr_quantise(&caps->tx_absolute, w.tx_absolute_ns);
	d->count = itr_min(w.count, caps->count_max);
	d->recheck = w.recheck != 0;
	gap_ns = itr_fit_gap(it, w.gap_ns, &reason);
	if (w.reason == ITR_R_START || w.reason == ITR_R_PARAM)
		reason = w.reason;
	itr_set_gap(it, gap_ns, w.next_ns, reason);
	if (caps->separate_gaps)
		d->tx_gap_ns = itr_quantise(&caps->gap, w.tx_gap_ns);
}
