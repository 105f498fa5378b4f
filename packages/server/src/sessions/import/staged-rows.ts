import type { Content } from '../../contents/keep-content.ts';
import type { SqlValue } from '../../storage/storage.ts';

/** The columns in which an import writes, by table. All of these tables are swept after a deletion. */
export const stagedColumns = {
  event: ['seq', 'event', 'at', 'actor_kind', 'actor_id', 'actor_name', 'hash', 'data'],
  message: ['seq', 'id', 'msg_type', 'author_id', 'thread_seq', 'reply_seq', 'named'],
  message_mark: ['seq', 'messages'],
  entity_writer: ['entity', 'agent_id'],
  note: ['id', 'version', 'created_by', 'copied_from', 'created_at'],
  note_version: ['note_id', 'version', 'seq', 'title', 'content_of', 'content_hash', 'bytes', 'editor', 'created_at'],
  former_note: ['id', 'created_by', 'copied_from', 'created_at', 'deleted_seq'],
  file: [
    'path',
    'id',
    'version',
    'size',
    'encoding',
    'media_type',
    'content_of',
    'content_hash',
    'created_by',
    'last_editor',
    'created_at',
    'updated_at',
  ],
  file_version: [
    'file_id',
    'version',
    'seq',
    'size',
    'encoding',
    'media_type',
    'content_of',
    'content_hash',
    'editor',
    'created_at',
  ],
  former_file: ['id', 'path', 'created_by', 'created_at', 'deleted_seq'],
  task: [
    'id',
    'number',
    'rank',
    'seq',
    'version',
    'status',
    'blockers',
    'assignee_id',
    'assignee_name',
    'a2a_caller',
    'a2a_agent',
    'a2a_declined',
    'offered_to',
    'path_count',
    'priority',
    'lease_ms',
    'attempts',
    'created_at',
    'updated_at',
    'ended_at',
    'title',
    'requester',
    'labels',
    'paths',
    'reason',
    'depends_on',
    'description',
    'result',
    'carried',
  ],
  task_dependency: ['task_id', 'depends_on'],
  task_change: ['number', 'seq', 'status', 'summary'],
  ask: [
    'id',
    'created_seq',
    'seq',
    'kind',
    'status',
    'asker_id',
    'asker_name',
    'requires',
    'free_text',
    'task_id',
    'created_at',
    'expires_at',
    'ended_at',
    'title',
    'options',
    'answer',
    'details',
  ],
  job: [
    'id',
    'number',
    'seq',
    'type',
    'label',
    'status',
    'agent_id',
    'agent_name',
    'input',
    'limits',
    'cost',
    'credits',
    'attempt',
    'max_attempts',
    'exit_code',
    'stdout',
    'stderr',
    'stdout_truncated',
    'stderr_truncated',
    'result',
    'error_reason',
    'error_message',
    'outputs',
    'warnings',
    'usage',
    'worker',
    'progress',
    'charged_ms',
    'created_at',
    'queued_at',
    'started_at',
    'finished_at',
  ],
  job_count: ['seq', 'pending', 'running', 'ended'],
} as const;

export type StagedTable = keyof typeof stagedColumns;

/** Rows of one session, without its id. */
export interface StagedRows {
  /** Versions with the contents that they refer to. */
  versions: { content: Content; table: 'note_version' | 'file_version'; row: SqlValue[] }[];
  tables: Partial<Record<StagedTable, SqlValue[][]>>;
  /** The bytes that the session stores, as counted from the part of the export that was read. */
  storedBytes: number;
}

/** The rows that the last transaction of an import writes, because background jobs look at them. */
export interface LastRows {
  pool: Record<string, SqlValue> | null;
  agentUsage: Record<string, SqlValue>[];
  jobs: number;
}
