// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: The itr authors
/*
 * small_ns3.cc - the small scenario (small.h) in ns-3.
 *
 * Usage: small_ns3 events|p2p SCHEDULER N   events: an arrival is an event, no
 * more. p2p: it is a packet sent over a point-to-point link of 10 Gbit/s, which
 * delays all by the same 52.8 ns and so changes no count.
 */
#include <cstdlib>
#include <string>

#include "ns3/core-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"

#include "peers/small.h"

using namespace ns3;

namespace
{
enum { IDLE, HELD, INTERRUPT, POLL } state;
int64_t open_ps;
uint64_t queued, taken, packets, sent, x = 1;
struct small_counts count;
Ptr<PointToPointNetDevice> sender;

void Interrupt();
void Cpu();

// TimeStep counts in the resolution set in main(): ps.
void At(int64_t t_ps, void (*f)())
{
	Simulator::Schedule(TimeStep(t_ps - Simulator::Now().GetTimeStep()), f);
}

int64_t After(int64_t d_ps)
{
	return small_after_ps(Simulator::Now().GetTimeStep(), d_ps);
}

void Interrupt()
{
	count.interrupts++;
	open_ps = After(SMALL_HOLDOFF_PS);
	state = INTERRUPT;
	At(After(SMALL_INTERRUPT_PS), Cpu);
}

void WantInterrupt()
{
	if (Simulator::Now().GetTimeStep() >= open_ps) {
		Interrupt();
	} else {
		state = HELD;
		At(open_ps, Interrupt);
	}
}

void Poll()
{
	count.polls++;
	taken = queued < SMALL_BUDGET ? queued : SMALL_BUDGET;
	state = POLL;
	At(After(int64_t(taken) * SMALL_PACKET_PS), Cpu);
}

void Cpu()
{
	if (state == INTERRUPT) {
		Poll();
		return;
	}
	queued -= taken;
	count.delivered += taken;
	if (taken == SMALL_BUDGET)
		Poll();
	else if (queued)
		WantInterrupt();
	else
		state = IDLE;
}

void Arrive()
{
	if (queued == SMALL_RING)
		count.dropped++;
	else
		queued++;
	if (state == IDLE)
		WantInterrupt();
}

bool Receive(Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address &)
{
	Arrive();
	return true;
}

void Next()
{
	if (sender)
		sender->Send(Create<Packet>(64), sender->GetBroadcast(), 0x0800);
	else
		Arrive();
	if (++sent < packets)
		Simulator::Schedule(TimeStep(small_gap_ps(&x, sent)), &Next);
}

void Link()
{
	Ptr<Node> node[2];
	Ptr<PointToPointNetDevice> device[2];
	Ptr<PointToPointChannel> channel = CreateObject<PointToPointChannel>();

	for (int i = 0; i < 2; i++) {
		node[i] = CreateObject<Node>();
		device[i] = CreateObject<PointToPointNetDevice>();
		device[i]->SetAddress(Mac48Address::Allocate());
		device[i]->SetDataRate(DataRate("10Gbps"));
		device[i]->SetQueue(CreateObject<DropTailQueue<Packet>>());
		node[i]->AddDevice(device[i]);
		device[i]->Attach(channel);
	}
	device[1]->SetReceiveCallback(MakeCallback(&Receive));
	sender = device[0];
}
} // namespace

int main(int argc, char **argv)
{
	ObjectFactory scheduler;

	if (argc != 4) {
		fprintf(stderr, "usage: small_ns3 events|p2p SCHEDULER N\n");
		return 2;
	}
	Time::SetResolution(Time::PS);
	scheduler.SetTypeId(std::string("ns3::") + argv[2] + "Scheduler");
	Simulator::SetScheduler(scheduler);
	packets = strtoull(argv[3], nullptr, 10);
	if (std::string(argv[1]) == "p2p")
		Link();
	Simulator::Schedule(TimeStep(small_gap_ps(&x, 0)), &Next);
	Simulator::Run();
	small_print(&count);
	sender = nullptr;
	Simulator::Destroy();
	return 0;
}
