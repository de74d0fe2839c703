/* SPDX-License-Identifier: GPL-2.0 */
/* An ADS1115 converter: its four registers and the time that it takes. */
#ifndef RIG_ADS1115_H
#define RIG_ADS1115_H

#include <linux/ktime.h>
#include <linux/types.h>

#define ADS1115_INPUTS		4
#define ADS1115_REGISTERS	4

struct ads1115 {
	u32 input_uv[ADS1115_INPUTS];
	u32 conversions;

	u8 pointer;
	u16 reg[ADS1115_REGISTERS];
	bool converting;
	ktime_t done_at;
};

void ads1115_init(struct ads1115 *chip);
/* A write: the pointer, then nothing or a whole register. */
int ads1115_write(struct ads1115 *chip, const u8 *bytes, unsigned int count);
void ads1115_read(struct ads1115 *chip, u8 *bytes, unsigned int count);

#endif
