import { expect, test } from 'vitest';
import { testClock } from '../../../../testing/clock.ts';
import { HostGate } from './host-gate.ts';

const start = new Date('2026-11-22T10:00:00Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);

test('no more messages than the limit wait for one host, and other hosts are free', () => {
  const gate = new HostGate(testClock(start), 2);
  gate.enter('slow.example');
  gate.enter('slow.example');

  expect(gate.enter('slow.example')).toEqual(after(1));
  expect(gate.enter('quick.example')).toBeNull();
  gate.leave('slow.example', true);
  expect(gate.enter('slow.example')).toBeNull();
});

test('a host that is not reached three times in a row rests for a tenth of its outage, at most for 30 s', () => {
  const clock = testClock(start);
  const gate = new HostGate(clock, 2);
  const failAfter = (seconds: number) => {
    clock.advance(seconds * 1000);
    expect(gate.enter('away.example')).toBeNull();
    gate.leave('away.example', false);
  };
  failAfter(0);
  failAfter(10);
  failAfter(10);
  expect(gate.enter('away.example')).toEqual(after(23));
  failAfter(40);
  expect(gate.enter('away.example')).toEqual(after(66));
  failAfter(3600);
  expect(gate.enter('away.example')).toEqual(after(3690));

  clock.advance(30_000);
  expect(gate.enter('away.example')).toBeNull();
  gate.leave('away.example', true);
  failAfter(0);
  expect(gate.enter('away.example')).toBeNull();
});
