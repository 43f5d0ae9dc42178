import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

const failing = () => Promise.reject(new Error('failed'));

test('work waits in its slot for its turn until few slots are left, and again when they are free', async () => {
  const slots = createSlots(3, 1);
  const seen: number[] = [];
  const note = () => void seen.push(slots.patienceMs());

  await slots.hold(async () => {
    note();
    await slots.hold(async () => {
      note();
      await slots.hold(async () => note());
      await slots.hold(failing).catch(note);
    });
  });

  const [patient] = seen;
  expect(patient).toBeGreaterThan(2000);
  expect(seen).toEqual([patient, patient, 250, patient]);
});
