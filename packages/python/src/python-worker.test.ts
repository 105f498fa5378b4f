import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { aProxy } from './testing/a-server.ts';
import { aSession } from './testing/a-session.ts';
import { inPython, VirtualEnvironment } from './testing/virtual-environment.ts';

describe('a worker of the Python package', inPython, () => {
  let environment: VirtualEnvironment;
  let app: TestApp;
  beforeAll(async () => {
    [environment, app] = await Promise.all([
      VirtualEnvironment.create(),
      startTestApp({ compute: 'on', jobLeaseMs: 6000 }),
    ]);
  });
  afterAll(async () => {
    await environment[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
  });

  /**
   * Runs one job with a worker whose function `run` is given, and returns the job as it ended, with what the program
   * printed: `errors` last.
   */
  const endOf = async (run: string, url = app.url, at = app) => {
    const { id: sessionId, token, ada } = await aSession(at.url);
    await ada.configurePool({ sessionId, provider: 'worker' });
    const { workerToken } = await ada.issueWorkerToken({ sessionId });
    const { id: jobId } = await ada.submitJob({ sessionId, type: 'work', input: {} });
    const printed = await environment.code(
      `
stop, errors, ada = Stop(), [], Client(args[1], args[3])
${run}
def watch():
    while ada.get_job(args[2], args[5])["status"] in ("pending", "running"): time.sleep(0.05)
    stop.set()
threading.Thread(target=watch).start()
run_worker(Client(args[0], args[4]), ["work"], run, session_id=args[2], stop=stop, on_error=errors.append)
print(errors)`,
      url,
      at.url,
      sessionId,
      token,
      workerToken,
      jobId,
    );
    const job = await ada.getJob({ sessionId, jobId });
    return { job, printed, read: async (path: string) => (await ada.getFile({ sessionId, path })).content };
  };

  test('the page of a proxy takes neither the outputs nor the result of a job', async () => {
    const asked: string[] = [];
    await using proxy = await aProxy(app.url, (path) => {
      const call = /\/(outputs|complete)\b/.exec(path)?.[1];
      if (call === undefined) return false;
      asked.push(call);
      return asked.filter((one) => one === call).length === 1;
    });
    const { job, printed, read } = await endOf(
      `
def run(lease, job):
    return {"completed": {"result": 1, "outputs": [{"path": "a.txt", "content": "a"}]}}`,
      proxy.url,
    );
    expect(printed).toBe('[]\n');
    expect(job).toMatchObject({ status: 'completed', attempt: 1, result: 1 });
    expect(await read('a.txt')).toBe('a');
    expect(asked).toEqual(['outputs', 'outputs', 'complete', 'complete']);
  });

  test('[JOB-45] a page of a proxy that does not end refuses one output, and the job ends with the others', async () => {
    await using brief = await startTestApp({ compute: 'on', jobLeaseMs: 1000 });
    await using proxy = await aProxy(brief.url, (path) => path.endsWith('/outputs/blocked.txt'));
    const { job, printed, read } = await endOf(
      `
def run(lease, job):
    return {"completed": {"outputs": [{"path": f"{name}.txt", "content": name} for name in ("a", "blocked")]}}`,
      proxy.url,
      brief,
    );
    expect(printed).toBe('[]\n');
    expect(job).toMatchObject({ status: 'completed', attempt: 1 });
    expect(await read('a.txt')).toBe('a');
  });

  test('[LIVE-5] progress that the service refuses takes neither the lease nor the result', async () => {
    let beats = 0;
    const refusal = { ok: false, error: { code: 'VALIDATION_ERROR', message: 'no progress', requestId: 'req_1' } };
    await using proxy = await aProxy(
      app.url,
      // The heartbeat that follows at once without the progress passes.
      (path) => path.endsWith('/heartbeat') && ++beats !== 2,
      (response) => response.writeHead(400).end(JSON.stringify(refusal)),
    );
    const { job, printed } = await endOf(
      `
def run(lease, job):
    end = job._expires_at
    job.set_progress(0.5)
    while job._expires_at == end and not job.is_over: time.sleep(0.01)
    job.set_progress(1)
    return {"completed": {"result": job.is_over}}`,
      proxy.url,
    );
    expect(job).toMatchObject({ status: 'completed', result: false });
    expect(printed).toBe("[ValidationFailed('no progress')]\n");
    expect(beats).toBe(3);
  });

  test('[LIVE-5] progress is told as the service takes it, and an error in a heartbeat ends none of the others', async () => {
    const { job, printed } = await endOf(`
from fractions import Fraction
def told(job, fraction):
    while not job.is_over:
        progress = ada.get_job(args[2], args[5])["progress"]
        if progress and progress["fraction"] == fraction: return progress["message"]
        time.sleep(0.01)
def run(lease, job):
    job.set_progress(Fraction(1, 2), "\\0\\ud83d" + "\\U0001f600" * 1000)
    first = told(job, 0.5)
    job._progress = {"fraction": object()}
    job._wake.set()
    while not errors: time.sleep(0.01)
    job.set_progress(0.75, 7)
    return {"completed": {"result": [first, told(job, 0.75)]}}`);
    expect(printed).toBe("[TypeError('Object of type object is not JSON serializable')]\n");
    expect(job).toMatchObject({ status: 'completed', result: [`\ufffd\ufffd${'😀'.repeat(998)}`, '7'] });
  });

  test('[JOB-45] an output with a name that no file has is named, and takes no other with it', async () => {
    const { job, printed, read } = await endOf(String.raw`
def run(lease, job):
    names = ["out/half\ud83d", "c1\x85", "x" * 600, "/work/" + "y" * 200, "z" * 200 + "/../\\"]
    return {"completed": {"outputs": [{"path": name, "content": "a"} for name in names]}}`);
    expect(printed).toBe('[]\n');
    expect(job).toMatchObject({ status: 'completed', attempt: 1 });
    expect(job.outputs.map(({ path, written }) => [path, written]).sort()).toEqual([
      ['c1\ufffd', false],
      ['out/half\ufffd', false],
      ['x'.repeat(128), false],
      ['y'.repeat(200), true],
      [`${'z'.repeat(200)}/\ufffd`, false],
    ]);
    expect(await read('y'.repeat(200))).toBe('a');
  });

  test('[JOB-24] a heartbeat that falls silent is given up in time for the next', async () => {
    let beats = 0;
    await using proxy = await aProxy(
      app.url,
      (path) => path.endsWith('/heartbeat') && ++beats === 1,
      () => undefined,
    );
    const { job, printed } = await endOf(
      `
def run(lease, job):
    end = job._expires_at
    while job._expires_at == end and job._goes_on(): time.sleep(0.01)
    return {"completed": {"result": job._expires_at > end}}`,
      proxy.url,
    );
    expect(printed).toBe('[]\n');
    expect(job).toMatchObject({ status: 'completed', result: true });
    expect(beats).toBeGreaterThan(1);
  });

  test.each(['raise ValueError(text)', 'return {"failed": {"message": text}}'])(
    '[JOB-26] a failure is told in characters that the service takes: %s',
    async (ends) => {
      const { job, printed } = await endOf(String.raw`
def run(lease, job):
    text = "\0\ud83d" + "\U0001f600" * 5000
    ${ends}`);
      expect(printed).toBe('[]\n');
      expect(job).toMatchObject({ status: 'failed', error: { reason: 'exit' } });
      expect(job.error?.message).toBe(`\ufffd\ufffd${'😀'.repeat(3998)}`);
    },
  );
});
