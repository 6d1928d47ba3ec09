// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// SPDX-FileCopyrightText: The itr authors
/*
 * ctl.c - from a controller's wish to what the hardware can hold.
 */
#include "ctl.h"

u64 itr_muldiv(u64 a, u64 b, u64 c)
{
	u64 hi = 0, lo = 0, quot = 0;
	int i;

	if (a == 0 || b == 0 || c == 0)
		return 0;
	if ((a | b) >> 32 == 0 || a <= itr_div64(ITR_U64_MAX, b))
		return itr_div64(a * b, c);

	/* hi:lo = a * b, shift and add from b's top bit. */
	for (i = 63; i >= 0; i--) {
		hi = hi << 1 | lo >> 63;
		lo <<= 1;
		if (b >> i & 1) {
			lo += a;
			if (lo < a)
				hi++;
		}
	}
	if (hi >= c)
		return ITR_U64_MAX; /* the quotient needs more than 64 bits */

	/* Long division, one bit a round; hi is the remainder, below c. */
	for (i = 0; i < 64; i++) {
		bool carry = hi >> 63;

		hi = hi << 1 | lo >> 63;
		lo <<= 1;
		quot <<= 1;
		if (carry || hi >= c) {
			hi -= c;
			quot |= 1;
		}
	}
	return quot;
}

void itr_wish_delays(struct itr_decision *wish,
		     const struct itr_delay_params *p)
{
	wish->tx_packet_ns = (u64)p->tx_packet_ns;
	wish->tx_absolute_ns = (u64)p->tx_absolute_ns;
	wish->rx_packet_ns = (u64)p->rx_packet_ns;
	wish->rx_absolute_ns = (u64)p->rx_absolute_ns;
}

/* What becomes of the wish's reason once the gap has met the hardware. */
static u64 fit_reason(const struct itr_caps *caps,
		      const struct itr_decision *wish, u64 gap_ns)
{
	if (wish->reason == ITR_R_START || wish->reason == ITR_R_PARAM)
		return wish->reason;
	if (wish->gap_ns == 0)
		return wish->reason;
	if (caps->gap.step_ns == 0)
		return ITR_R_NO_CAP;
	/* Rounding alone takes away less than a step and adds nothing. */
	if (gap_ns > wish->gap_ns || wish->gap_ns - gap_ns >= caps->gap.step_ns)
		return ITR_R_LIMIT;
	return wish->reason;
}

void itr_decide(struct itr *it, const struct itr_decision *wish)
{
	const struct itr_caps *caps = &it->caps;
	struct itr_decision d;

	d.gap_ns = itr_quantise(&caps->gap, wish->gap_ns);
	d.tx_gap_ns = caps->separate_gaps
			      ? itr_quantise(&caps->gap, wish->tx_gap_ns)
			      : d.gap_ns;
	d.rx_packet_ns = itr_quantise(&caps->rx_packet, wish->rx_packet_ns);
	d.rx_absolute_ns =
		itr_quantise(&caps->rx_absolute, wish->rx_absolute_ns);
	d.tx_packet_ns = itr_quantise(&caps->tx_packet, wish->tx_packet_ns);
	d.tx_absolute_ns =
		itr_quantise(&caps->tx_absolute, wish->tx_absolute_ns);
	d.count = itr_min(wish->count, caps->count_max);
	d.recheck = wish->recheck != 0;
	d.next_ns = wish->next_ns;
	d.reason = fit_reason(caps, wish, d.gap_ns);
	it->last = d;
}
