import { type Client, Conflict, NotFound, type SessionClient, type TaskOutcome } from '@pairspace/client';
import type { Event, InboxItem, Message } from '@pairspace/protocol';
import { setTimeout as pause } from 'node:timers/promises';
import { type Finding, measure } from './checks.ts';
import type { TextDocument } from './document.ts';

/** The pause before each message, so that a person can follow the demonstration. */
const paceMs = Number(process.env['PACE_MS'] ?? 0);

/** The numbers of the tasks, in the order in which Mara asks for them. */
export const tasks = { structure: 1, language: 2, measure: 3, copy: 4 } as const;

interface Say {
  msgType?: string;
  replyTo?: Message;
  metadata?: Record<string, unknown>;
}

/**
 * A seat in a session that writes messages, reads its inbox, and edits a shared note. Taking the next entry of the
 * inbox acknowledges the one before, so a restarted process gets the unfinished entry again.
 */
export class Agent {
  readonly client: Client;
  readonly sessionId: string;
  readonly id: string;
  readonly #session: SessionClient;
  readonly #inbox: AsyncGenerator<InboxItem, void, undefined>;
  /** Events of others that concern this agent, in the order of the log. */
  readonly #heard: Event[] = [];
  /** Messages that this agent posted before its process died. */
  readonly #said: Message[] = [];

  constructor(client: Client, sessionId: string, id: string) {
    this.client = client;
    this.sessionId = sessionId;
    this.id = id;
    this.#session = client.session(sessionId);
    this.#inbox = this.#session.inbox({ via: 'demo' });
  }

  /** Continues the work of a dead process: the log has its messages and its acknowledged entries. */
  async remember(): Promise<void> {
    const { items } = await this.client.listPositions({ sessionId: this.sessionId });
    const readSeq = items.find(({ agentId }) => agentId === this.id)?.readSeq ?? 0;
    for await (const event of this.client.pages('listEvents', { sessionId: this.sessionId, since: 0 })) {
      if (event.actor.id === this.id && event.event === 'message.created') this.#said.push(event.data);
      if (event.actor.id !== this.id && event.seq <= readSeq) this.#heard.push(event);
    }
  }

  async say(content: string, { replyTo, ...rest }: Say = {}): Promise<Message> {
    await pause(paceMs);
    return this.client.postMessage({
      sessionId: this.sessionId,
      content,
      ...rest,
      ...(replyTo && { replyTo: replyTo.id }),
    });
  }

  /** Posts a message that occurs once in a review; a replacing process does not repeat it. */
  async sayOnce(content: string, say: Say & { msgType: string }): Promise<Message> {
    return this.#said.find(({ msgType }) => msgType === say.msgType) ?? (await this.say(content, say));
  }

  /** Does a task that is this agent's own, offered to it, or free; one that has ended or has another owner is left alone. */
  async work(number: number, work: () => Promise<TaskOutcome>): Promise<void> {
    const task = { sessionId: this.sessionId, taskId: String(number) };
    try {
      await this.client.claimTask(task);
    } catch (error) {
      if (error instanceof Conflict) return;
      throw error;
    }
    await this.client.finishTask({ ...task, outcome: 'done', ...(await work()) });
  }

  /** The first result of `pick`: among the events so far, otherwise of a future event. */
  async until<T>(pick: (event: Event) => T | undefined): Promise<T> {
    for (let index = 0; ; index++) {
      if (index === this.#heard.length) await this.#listen();
      const event = this.#heard[index];
      const picked = event && pick(event);
      if (picked !== undefined) return picked;
    }
  }

  /** The first message of this kind from somebody else. */
  hear(msgType: string): Promise<Message> {
    return this.until(({ event, data }) =>
      event === 'message.created' && data.msgType === msgType ? data : undefined,
    );
  }

  async #listen(): Promise<void> {
    const next = await this.#inbox.next();
    if (next.done) throw new Error('The session ended before the work was done.');
    this.#heard.push(next.value.event);
  }

  /**
   * Writes one section of a note, based on the version that this agent has read. Changes of others in other sections
   * are merged: no edit is refused, and none is lost.
   */
  async writeSection(noteId: string, title: string, lines: readonly string[], expectedVersion?: number): Promise<void> {
    const section = { heading: `## ${title}`, content: `\n${lines.join('\n')}\n\n` };
    const base = expectedVersion === undefined ? {} : { expectedVersion };
    const { version, merged } = await this.#session.edit({ noteId }, [{ section }], base);
    if (!merged) return;
    await this.say(
      `My section was written on version ${String(expectedVersion)}, and the note had moved on meanwhile. ` +
        `Version ${String(version)} holds what both of us wrote.`,
      { msgType: 'merged' },
    );
  }

  /** Writes a section at the same time as the other agent: both have read one version before either writes. */
  async writeTogether(noteId: string, title: string, lines: readonly string[]): Promise<void> {
    const { version } = await this.client.getNote({ sessionId: this.sessionId, noteId });
    const part = await this.sayOnce(`My part is ready. I have version ${String(version)} of the note and write now.`, {
      msgType: 'ready',
      metadata: { version },
    });
    await this.hear('ready');
    if (this.#said.includes(part) && (await this.#hasWritten(noteId))) return;
    await this.writeSection(noteId, title, lines, part.metadata['version'] as number);
  }

  /** Reports the findings, as a message for all and as a file for the other agent. */
  async report(subject: string, findings: readonly Finding[]): Promise<void> {
    if (await this.#hasFile(`review/${subject}.json`)) return;
    for (const found of Object.values(Object.groupBy(findings, ({ check }) => check))) {
      const examples = (found ?? []).slice(0, 3).map(({ line, message }) => `line ${String(line)}: ${message}`);
      const more = found && found.length > 3 ? [`and ${String(found.length - 3)} more`] : [];
      await this.say([`${found?.[0]?.check ?? ''}:`, ...examples, ...more].join('\n'), { msgType: 'finding' });
    }
    if (findings.length === 0) await this.say(`I found nothing to say about the ${subject}.`, { msgType: 'finding' });
    const content = JSON.stringify(findings);
    await this.client.writeFile({ sessionId: this.sessionId, path: `review/${subject}.json`, content });
  }

  async #hasWritten(noteId: string): Promise<boolean> {
    const { items } = await this.client.listNoteVersions({ sessionId: this.sessionId, noteId });
    return items.some(({ editor, version }) => version > 1 && editor.id === this.id);
  }

  async #hasFile(path: string): Promise<boolean> {
    try {
      return (await this.client.getFile({ sessionId: this.sessionId, path })).path === path;
    } catch (error) {
      if (error instanceof NotFound) return false;
      throw error;
    }
  }

  /** The text of a shared file. */
  async read(path: string): Promise<string> {
    return (await this.client.getFile({ sessionId: this.sessionId, path })).content;
  }

  /** The findings that the other agent has reported. */
  async readFindings(subject: string): Promise<Finding[]> {
    return JSON.parse(await this.read(`review/${subject}.json`)) as Finding[];
  }
}

export const plural = (count: number, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;

/** The result of measuring a text. */
export const measured = (document: TextDocument): string => {
  const { lines, words, readingMinutes, mostUsed } = measure(document);
  const most = mostUsed.map(([word, count]) => `${word} (${String(count)})`).join(', ');
  const size = `${plural(lines, 'line')} and ${plural(words, 'word')}, ${String(readingMinutes)} min to read.`;
  return most === '' ? size : `${size} Most used: ${most}.`;
};

/** Findings as lines of Markdown. */
export const listOf = (findings: readonly Finding[], most = 40): string[] => {
  if (findings.length === 0) return ['Nothing.'];
  const lines = findings
    .slice(0, most)
    .map(({ check, line, message }) => `- line ${String(line)}, ${check}: ${message}`);
  return findings.length > most ? [...lines, `- and ${String(findings.length - most)} more`] : lines;
};
