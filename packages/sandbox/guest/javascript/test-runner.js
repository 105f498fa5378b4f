const delay = (ms, value) => new Promise((resolve) => setTimeout(resolve, ms, value));
const testQueue = [];
const testResults = { passed: 0, failed: 0 };
const suiteNames = [];
const testHooks = { beforeEach: [], afterEach: [] };
let testRun;
const runOne = async (name, run) => {
  const title = [...suiteNames, name].join(' > ');
  try {
    for (const hook of testHooks.beforeEach) await hook();
    await run?.({
      name,
      test: (inner, body) => runOne(title + ' > ' + inner, body),
      diagnostic: (text) => toStdout('# ' + text),
    });
    for (const hook of testHooks.afterEach) await hook();
    testResults.passed++;
    toStdout('ok - ' + title);
  } catch (error) {
    testResults.failed++;
    toStdout('not ok - ' + title + '\n' + inspect(error).replace(/^/gm, '    '));
  }
};
const drain = async () => {
  while (testQueue.length > 0) await testQueue.shift()();
  const { passed, failed } = testResults;
  toStdout('# tests ' + (passed + failed) + '\n# pass ' + passed + '\n# fail ' + failed);
  if (failed > 0) process.exitCode ||= 1;
  testRun = undefined;
};
const enqueue = (step) => {
  testQueue.push(step);
  testRun ??= Promise.resolve().then(() => setImmediate(drain));
  return Promise.resolve();
};
const bodyOf = (args) => args.find((each) => typeof each === 'function');
const test = (name, ...args) =>
  enqueue(
    ((path) => async () => {
      suiteNames.push(...path);
      await runOne(name, bodyOf(args));
      suiteNames.length = 0;
    })([...suiteNames]),
  );
test.test = test.it = test;
test.skip = test.todo = (name) => enqueue(async () => toStdout('ok - ' + name + ' # SKIP'));
test.describe = test.suite = (name, ...args) => {
  suiteNames.push(name);
  bodyOf(args)?.();
  suiteNames.pop();
};
test.beforeEach = (run) => {
  testHooks.beforeEach.push(run);
};
test.afterEach = (run) => {
  testHooks.afterEach.push(run);
};
test.before = (run) => enqueue(run);
test.after = (run) => enqueue(run);
