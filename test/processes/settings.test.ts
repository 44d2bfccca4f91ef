// The number of processes: what `auto` means on which machine, which numbers are refused, and the part of the pool of each process.
import { describe, expect, test } from 'bun:test';
import {
  countProcesses,
  defaultPoolSize,
  describeAuto,
  type Machine,
  processesProblem,
  shareOfPool,
} from '../../src/config/processes.ts';

const linux: Machine = { engine: 'postgres', platform: 'linux', cores: 6 };
const mac: Machine = { ...linux, platform: 'darwin' };
const windows: Machine = { ...linux, platform: 'win32' };
const file: Machine = { ...linux, engine: 'sqlite' };

describe('auto', () => {
  test('is a process for each core, at most one for each connection, and 64', () => {
    expect(countProcesses('auto', linux)).toBe(6);
    expect(countProcesses('auto', linux, 4)).toBe(4);
    expect(countProcesses('auto', { ...linux, cores: 200 }, 1_000)).toBe(64);
    expect([mac, windows, file].map((each) => countProcesses('auto', each))).toEqual([1, 1, 1]);
    expect(countProcesses(3, linux)).toBe(3);
  });

  test('says what it has come to, and why', () => {
    const means = (number: number, why: string) => `PROCESSES=auto means ${number} here: ${why}`;
    const six = 'cores that may be used: 6';
    expect(describeAuto('auto', linux, 24)).toBe(means(6, six));
    expect(describeAuto('auto', linux, 4)).toBe(means(4, `${six}, but DATABASE_POOL_SIZE has no more`));
    expect(describeAuto('auto', file, 8)).toContain('an SQLite file has one writer');
    expect(describeAuto('auto', mac, 8)).toContain('only the kernel of Linux');
    expect(describeAuto(1, linux, 8)).toBeUndefined();
  });
});

test('a number is refused where there can be one process alone, and where connections are too few', () => {
  for (const each of [linux, mac, windows, file]) {
    expect(processesProblem(1, each, 8)).toBeUndefined();
    expect(processesProblem('auto', each, 8)).toBeUndefined();
  }
  expect(processesProblem(8, linux, 8)).toBeUndefined();
  expect(processesProblem(9, linux, 8)).toBe(
    'DATABASE_POOL_SIZE, PROCESSES: 9 processes share 8 connections, and each needs one or more',
  );
  for (const each of [mac, windows]) {
    expect(processesProblem(2, each, 8)).toBe(
      'PROCESSES: must be 1 or auto here, because only the kernel of Linux spreads the connections of one port over processes',
    );
  }
  expect(processesProblem(2, file, 8)).toContain('because an SQLite file has one writer');
});

describe('the pool', () => {
  test('is divided whole', () => {
    for (const [poolSize, count] of [
      [8, 3],
      [8, 8],
      [4, 1],
      [1_000, 64],
    ] as const) {
      const parts = Array.from({ length: count }, (_, index) => shareOfPool(poolSize, count, index + 1));
      expect(parts.reduce((one, other) => one + other)).toBe(poolSize);
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
      expect(Math.min(...parts)).toBeGreaterThan(0);
    }
  });

  test('has eight connections unless set, or four for each process', () => {
    expect([1, 2, 3, 16].map((count) => defaultPoolSize(count, linux))).toEqual([8, 8, 12, 64]);
    expect(defaultPoolSize('auto', linux)).toBe(24);
    expect(defaultPoolSize('auto', file)).toBe(8);
  });
});
