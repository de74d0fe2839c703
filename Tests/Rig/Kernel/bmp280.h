/* SPDX-License-Identifier: GPL-2.0 */
/* A BMP280 with its two measurements, pressure and temperature: the registers. */
#ifndef RIG_BMP280_H
#define RIG_BMP280_H

#include <linux/types.h>

struct bmp280 {
	/* What its converter gives, 20 bits each. */
	u32 temperature_raw;
	u32 pressure_raw;

	u8 pointer;
	u8 reg[256];
};

void bmp280_init(struct bmp280 *chip);
void bmp280_write(struct bmp280 *chip, const u8 *bytes, unsigned int count);
void bmp280_read(struct bmp280 *chip, u8 *bytes, unsigned int count);

#endif
