// One transfer to an SPI or an I2C device (linux/spi/spidev.h, linux/i2c-dev.h). In C because
// Swift cannot call ioctl(), whose arguments vary.
//
// Functions return 0 when they succeed and -errno when they fail.

#pragma once

#include <stdint.h>

// The longest transfer: far more than a converter needs, and less than the kernel's own limits
// (4096 bytes of spidev, 8192 of i2c-dev).
#define ROOST_BUS_LONGEST ((uint32_t)256)

// Sets clock polarity and phase: SPI_MODE_0 to SPI_MODE_3.
int32_t roost_spi_set_mode(int fd, uint8_t mode);

// Sends `length` bytes and receives as many meanwhile, in one selection of the chip.
int32_t roost_spi_transfer(
    int fd, uint32_t speed_hz, const uint8_t *out, uint8_t *in, uint32_t length);

// Asks for a chip of the bus: -EBUSY when a driver of the kernel has it. A transfer does not ask.
int32_t roost_i2c_claim(int fd, uint16_t address);

// Writes, then reads with a repeated start; either part may be empty, not both.
int32_t roost_i2c_transfer(
    int fd, uint16_t address, const uint8_t *out, uint16_t out_length, uint8_t *in,
    uint16_t in_length);
