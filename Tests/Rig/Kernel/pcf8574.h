/* SPDX-License-Identifier: GPL-2.0 */
/* A PCF8574 expander: eight lines that are all "quasi-bidirectional". */
#ifndef RIG_PCF8574_H
#define RIG_PCF8574_H

#include <linux/types.h>

struct pcf8574 {
	/* What the chip drives: 0 is to ground, 1 a weak current to the supply. */
	u8 latch;
	/* Which lines the outer world connects to ground: 1 is one that is. */
	u8 grounded;
};

void pcf8574_init(struct pcf8574 *chip);
/* A write: each byte is a new latch. */
void pcf8574_write(struct pcf8574 *chip, const u8 *bytes, unsigned int count);
void pcf8574_read(const struct pcf8574 *chip, u8 *bytes, unsigned int count);

#endif
