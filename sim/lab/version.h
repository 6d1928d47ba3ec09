/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: The itr authors */
#ifndef SIM_LAB_VERSION_H
#define SIM_LAB_VERSION_H

const char *itrsim_version(void); /* "0.1.0" */

/* The git commit at configure time ("-dirty" if changed), or "unknown". */
const char *itrsim_commit(void);

#endif /* SIM_LAB_VERSION_H */
