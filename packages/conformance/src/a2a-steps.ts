import { equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { text as readText } from 'node:stream/consumers';
import type { Caller } from './caller.ts';
import type { HttpClient } from './http-client.ts';

export interface A2aTask {
  id: string;
  contextId: string;
  status: { state: string; message?: { parts: { text: string }[] } };
  artifacts?: { artifactId: string; parts: { text?: string; raw?: string; url?: string; filename?: string }[] }[];
  history?: { role: string; parts: { text: string }[]; referenceTaskIds?: string[] }[];
}

export interface Told {
  status: number;
  result: { task: A2aTask } & A2aTask & {
      tasks: A2aTask[];
      totalSize: number;
      nextPageToken: string;
    };
  error?: { code: number; message: string; data: { reason?: string; fieldViolations?: { field: string }[] }[] };
}

/** The headers of a request of A2A 1.0. */
export const versioned = { 'content-type': 'application/json', 'a2a-version': '1.0' };

export const bearer = (caller: Caller | undefined): Record<string, string> =>
  caller?.token === undefined ? {} : { authorization: `Bearer ${caller.token}` };

/** A call of JSON-RPC to the agent at a path. */
export const rpc = async (
  http: HttpClient,
  path: string,
  caller: Caller | undefined,
  method: string,
  params: object,
) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await http.open({ method: 'POST', path, headers: { ...versioned, ...bearer(caller) }, body });
  return { ...(JSON.parse(await readText(answer)) as Told), status: answer.statusCode ?? 0 };
};

export const message = (text: string, more: object = {}) => ({
  message: { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text }], ...more },
});
export const atOnce = { configuration: { returnImmediately: true } };

export const send = async (http: HttpClient, path: string, caller: Caller, text: string): Promise<A2aTask> => {
  const { result, error } = await rpc(http, path, caller, 'SendMessage', { ...message(text), ...atOnce });
  equal(error, undefined);
  return result.task;
};

export const reasonOf = ({ error }: Told): string | undefined => error?.data[0]?.reason;
