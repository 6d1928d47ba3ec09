# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: The itr authors
"""The small scenario (small.h) in SimPy. Usage: small_simpy.py N"""
import sys

import simpy

RING, BUDGET = 256, 64
HOLDOFF_PS, INTERRUPT_PS, PACKET_PS = 50000000, 2000000, 500000


class Small:
    def __init__(self, packets):
        self.env = simpy.Environment()
        self.queued = self.open_ps = 0
        self.interrupts = self.polls = self.delivered = self.dropped = 0
        self.wake = None
        self.env.process(self.arrivals(packets))
        self.env.process(self.cpu())

    def arrivals(self, packets):
        timeout = self.env.timeout
        x = 1
        for k in range(packets):
            span = 400 if k >> 12 & 15 == 15 else 1800
            x = (x * 25214903917 + 11) & 0xFFFFFFFFFFFF
            yield timeout((100 + (x >> 17) % span) * 1000)
            if self.queued == RING:
                self.dropped += 1
            else:
                self.queued += 1
            if self.wake:
                self.wake.succeed()
                self.wake = None

    def until(self, t_ps):
        return self.env.timeout(t_ps - self.env.now)

    def after(self, d_ps):
        """To the next odd time that is at least d_ps away."""
        return self.until((self.env.now + d_ps) | 1)

    def cpu(self):
        env = self.env
        while True:
            if not self.queued:
                self.wake = env.event()
                yield self.wake
            if env.now < self.open_ps:
                yield self.until(self.open_ps)
            self.interrupts += 1
            self.open_ps = (env.now + HOLDOFF_PS) | 1
            yield self.after(INTERRUPT_PS)
            taken = BUDGET
            while taken == BUDGET:
                self.polls += 1
                taken = min(self.queued, BUDGET)
                yield self.after(taken * PACKET_PS)
                self.queued -= taken
                self.delivered += taken


small = Small(int(sys.argv[1]))
small.env.run()
print("%d interrupts, %d polls, %d delivered, %d dropped"
      % (small.interrupts, small.polls, small.delivered, small.dropped))
