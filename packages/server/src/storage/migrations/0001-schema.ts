import { agents } from './0001/agents.ts';
import { compute } from './0001/compute.ts';
import { documents } from './0001/documents.ts';
import { entities } from './0001/entities.ts';
import { sessions } from './0001/sessions.ts';
import { service } from './0001/service.ts';
import { tasks } from './0001/tasks.ts';
import { webhooks } from './0001/webhooks.ts';
import type { Migration } from './migration.ts';

/**
 * The tables of version 0.1. The session id leads every key, so that the tables can be sharded by it. Times are
 * milliseconds, JSON is text, truth values are 0 and 1.
 */
export const schema: Migration = {
  version: 1,
  name: 'schema',
  sql: [sessions, entities, documents, tasks, agents, webhooks, compute, service].join('\n'),
};
