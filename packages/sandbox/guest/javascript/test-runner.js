const delay = (ms, value) => new Promise((resolve) => setTimeout(resolve, ms, value));
const test = (() => {
  const queue = [];
  const results = { passed: 0, failed: 0 };
  const names = [];
  const hooks = { beforeEach: [], afterEach: [] };
  let running;
  const runOne = async (name, run) => {
    const title = [...names, name].join(' > ');
    try {
      for (const hook of hooks.beforeEach) await hook();
      await run?.({
        name,
        test: (inner, body) => runOne(title + ' > ' + inner, body),
        diagnostic: (text) => toStdout('# ' + text),
      });
      for (const hook of hooks.afterEach) await hook();
      results.passed++;
      toStdout('ok - ' + title);
    } catch (error) {
      results.failed++;
      toStdout('not ok - ' + title + '\n' + inspect(error).replace(/^/gm, '    '));
    }
  };
  const drain = async () => {
    while (queue.length > 0) await queue.shift()();
    toStdout(
      '# tests ' + (results.passed + results.failed) + '\n# pass ' + results.passed + '\n# fail ' + results.failed,
    );
    if (results.failed > 0) process.exitCode ||= 1;
    running = undefined;
  };
  const add = (step) => {
    queue.push(step);
    running ??= Promise.resolve().then(() => setImmediate(drain));
    return Promise.resolve();
  };
  const bodyOf = (args) => args.find((each) => typeof each === 'function');
  const test = (name, ...args) =>
    add(
      ((path) => async () => {
        names.push(...path);
        await runOne(name, bodyOf(args));
        names.length = 0;
      })([...names]),
    );
  test.test = test.it = test;
  test.skip = test.todo = (name) => add(async () => toStdout('ok - ' + name + ' # SKIP'));
  test.describe = test.suite = (name, ...args) => {
    names.push(name);
    bodyOf(args)?.();
    names.pop();
  };
  test.beforeEach = (run) => {
    hooks.beforeEach.push(run);
  };
  test.afterEach = (run) => {
    hooks.afterEach.push(run);
  };
  test.before = (run) => add(run);
  test.after = (run) => add(run);
  return test;
})();
