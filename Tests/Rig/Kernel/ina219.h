/* SPDX-License-Identifier: GPL-2.0 */
/* An INA219 that measures a current by its shunt: the registers. */
#ifndef RIG_INA219_H
#define RIG_INA219_H

#include <linux/types.h>

#define INA219_REGISTERS	6

struct ina219 {
	/* Across the shunt, and from the load to ground. */
	u32 shunt_uv;
	u32 bus_mv;

	u8 pointer;
	u16 reg[INA219_REGISTERS];
};

void ina219_init(struct ina219 *chip);
/* A write: the pointer, then nothing or a whole register. */
void ina219_write(struct ina219 *chip, const u8 *bytes, unsigned int count);
void ina219_read(struct ina219 *chip, u8 *bytes, unsigned int count);

#endif
