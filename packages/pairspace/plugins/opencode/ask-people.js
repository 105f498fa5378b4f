// Lets people of the session decide what OpenCode would ask its user. Written by pairspace setup --ask-people.
import { spawn } from 'node:child_process';

const launcher = ['pairspace'];
const options = [];

/** The number of sessions above a session of a subagent that are looked at. */
const mostParents = 5;

export const PairspaceAskPeople = async ({ client, directory }) => {
  // The requests that OpenCode has asked its user as well, who may be the first to answer, with the commands that ask.
  const asked = new Map();
  const keep = (id) => (child) => {
    if (asked.has(id)) asked.set(id, child);
    else child.kill();
  };

  const messagesOf = async (sessionID) => (await client.session.messages({ path: { id: sessionID } })).data ?? [];
  const partsOf = async (sessionID) => (await messagesOf(sessionID)).flatMap(({ parts }) => parts);

  /** Whether the agent of an OpenCode session, or the one that started it, uses Pairspace. */
  const isOfAgent = async (sessionID) => {
    let id = sessionID;
    for (let depth = 0; id !== undefined && depth < mostParents; depth++) {
      if ((await partsOf(id)).some(({ tool, state }) => isOfPairspace(tool, state?.input))) return true;
      id = (await client.session.get({ path: { id } })).data?.parentID;
    }
    return false;
  };

  /** The request for the command: the permission, and the call that needs it. */
  const requestOf = async ({ sessionID, permission, patterns, tool: call }) => {
    const part = (await partsOf(sessionID)).find(({ callID }) => call !== undefined && callID === call.callID);
    // Without the input of the call nobody can know what would be allowed, and the command denies it.
    const input = part?.state?.input;
    return {
      cwd: directory,
      tool_name: part?.tool ?? permission,
      tool_input: input && { permission, patterns, call: input },
    };
  };

  const relay = async (request) => {
    const { id, sessionID } = request;
    asked.set(id, undefined);
    let answer = { reply: 'reject' };
    try {
      answer = (await isOfAgent(sessionID)) ? await askPeople(await requestOf(request), keep(id)) : undefined;
    } catch {
      // A failure allows nothing.
    }
    if (!asked.delete(id) || answer === undefined) return;
    const path = { id: sessionID, permissionID: id };
    await client.postSessionIdPermissionsPermissionId({ path, body: { response: answer.reply } });
  };

  return {
    event: async ({ event: { type, properties } }) => {
      if (type === 'permission.asked') relay(properties).catch(() => undefined);
      if (type !== 'permission.replied') return;
      asked.get(properties.requestID)?.kill();
      asked.delete(properties.requestID);
    },
  };
};

/** The answer of the command; undefined where the agent has no seat. */
const askPeople = async (request, started) => {
  const child = start(['hook', 'opencode', 'permission', ...options], 'opencode');
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  started(child);
  child.stdin.end(JSON.stringify(request));
  let answer = '';
  for await (const piece of child.stdout) answer += piece;
  if ((await ended) !== 0) throw new Error('The command failed.');
  return answer === '' ? undefined : JSON.parse(answer);
};
