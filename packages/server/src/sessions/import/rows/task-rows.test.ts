import { expect, test } from 'vitest';
import { taskInCycle } from './task-rows.ts';

const tasksOf = (dependencies: Record<string, string[]>) =>
  new Map(Object.entries(dependencies).map(([id, dependsOn], index) => [id, { number: index + 1, dependsOn }]));

test('[IMP-2] a task that only waits for a cycle is not said to depend on itself', () => {
  expect(taskInCycle(tasksOf({ a: ['b'], b: ['c'], c: ['b'] }))).toBe(2);
  expect(taskInCycle(tasksOf({ a: ['a'] }))).toBe(1);
  expect(taskInCycle(tasksOf({ a: ['b', 'c'], b: ['c'], c: [] }))).toBeUndefined();
});
