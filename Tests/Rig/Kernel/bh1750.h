/* SPDX-License-Identifier: GPL-2.0 */
/* A BH1750 light sensor: commands of one byte, answers of two. */
#ifndef RIG_BH1750_H
#define RIG_BH1750_H

#include <linux/types.h>

struct bh1750 {
	/* What its diode sees: 1.2 counts are a lux at the usual sensitivity. */
	u32 counts;

	u8 sensitivity;
	u16 result;
};

void bh1750_init(struct bh1750 *chip);
void bh1750_write(struct bh1750 *chip, const u8 *bytes, unsigned int count);
void bh1750_read(const struct bh1750 *chip, u8 *bytes, unsigned int count);

#endif
