// SPDX-License-Identifier: GPL-2.0
/*
 * A PCF8574 expander, from its data sheet: no registers, one byte out and one
 * byte in. A line reads high unless the chip or the outer world grounds it.
 */
#include <linux/string.h>

#include "pcf8574.h"

void pcf8574_init(struct pcf8574 *chip)
{
	/* After power-on all lines are high, and so inputs. */
	chip->latch = 0xff;
}

void pcf8574_write(struct pcf8574 *chip, const u8 *bytes, unsigned int count)
{
	if (count > 0)
		chip->latch = bytes[count - 1];
}

void pcf8574_read(const struct pcf8574 *chip, u8 *bytes, unsigned int count)
{
	memset(bytes, chip->latch & ~chip->grounded, count);
}
