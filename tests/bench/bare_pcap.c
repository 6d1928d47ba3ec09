// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * bare_pcap.c - the yardstick: read every packet with libpcap and do nothing.
 *
 * Usage: bare_pcap FILE [buffer]   With "buffer" stdio gets a real buffer of
 * 256 KB (setvbuf with a null pointer changes nothing in glibc).
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <pcap/pcap.h>

int main(int argc, char **argv)
{
	static char buffer[256 * 1024];
	char err[PCAP_ERRBUF_SIZE];
	struct pcap_pkthdr *h;
	const u_char *data;
	uint64_t packets = 0, bytes = 0;
	FILE *f = NULL;
	pcap_t *p;
	int r;

	if (argc < 2 || argc > 3 || (argc == 3 && strcmp(argv[2], "buffer"))) {
		fprintf(stderr, "usage: bare_pcap FILE [buffer]\n");
		return 2;
	}
	if (argc == 3) {
		f = fopen(argv[1], "rb");
		if (!f || setvbuf(f, buffer, _IOFBF, sizeof(buffer))) {
			perror(argv[1]);
			return 1;
		}
		p = pcap_fopen_offline(f, err);
	} else {
		p = pcap_open_offline(argv[1], err);
	}
	if (!p) {
		fprintf(stderr, "bare_pcap: %s\n", err);
		return 1;
	}
	while ((r = pcap_next_ex(p, &h, &data)) == 1) {
		packets++;
		bytes += h->len;
	}
	if (r != PCAP_ERROR_BREAK)
		fprintf(stderr, "bare_pcap: %s\n", pcap_geterr(p));
	pcap_close(p);
	printf("%llu packets, %llu bytes\n", (unsigned long long)packets,
	       (unsigned long long)bytes);
	return r == PCAP_ERROR_BREAK ? 0 : 1;
}
