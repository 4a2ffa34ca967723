"""Bodies that attract each other, by leapfrog steps."""

import sys

import numpy as np


def acceleration(position, mass, softening=0.05):
    apart = position[np.newaxis, :, :] - position[:, np.newaxis, :]
    squared = np.sum(apart**2, axis=-1) + softening**2
    weight = mass[np.newaxis, :] * squared**-1.5
    return np.sum(weight[:, :, np.newaxis] * apart, axis=1)


def main(bodies=200, steps=5, dt=0.01):
    rng = np.random.default_rng(3)
    position = rng.standard_normal((bodies, 3))
    velocity = 0.1 * rng.standard_normal((bodies, 3))
    mass = np.full(bodies, 1.0 / bodies)
    pull = acceleration(position, mass)
    for _ in range(steps):
        velocity += 0.5 * dt * pull
        position += dt * velocity
        pull = acceleration(position, mass)
        velocity += 0.5 * dt * pull
    kinetic = 0.5 * np.sum(mass * np.sum(velocity**2, axis=1))
    centre = np.average(position, axis=0, weights=mass)
    print("kinetic energy", kinetic)
    print("centre of mass", *centre)
    return position


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
