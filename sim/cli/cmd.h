/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
/*
 * cmd.h - the commands of itrsim; each returns its exit code.
 */
#ifndef SIM_CLI_CMD_H
#define SIM_CLI_CMD_H

int cmd_info(int argc, char **argv);

#endif /* SIM_CLI_CMD_H */
