import { type Client, ServiceError } from '@pairspace/client';
import { type Event, type Message, Note } from '@pairspace/protocol';
import type { Finding } from './checks.ts';

interface Say {
  msgType?: string;
  replyTo?: Message;
  metadata?: Record<string, unknown>;
}

/** One seat in a session: speaks, hears, and edits shared notes without overwriting anybody. */
export class Agent {
  readonly client: Client;
  readonly sessionId: string;
  readonly id: string;
  readonly #heard: Event[] = [];

  constructor(client: Client, sessionId: string, id: string) {
    this.client = client;
    this.sessionId = sessionId;
    this.id = id;
  }

  say(content: string, { replyTo, ...rest }: Say = {}): Promise<Message> {
    return this.client.postMessage({
      sessionId: this.sessionId,
      content,
      ...rest,
      ...(replyTo && { replyTo: replyTo.id }),
    });
  }

  /** The first thing in the log that `pick` takes: among what was heard already, else waits for it. */
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
    return this.until(({ event, data }) => {
      if (event !== 'message.created') return undefined;
      return data.msgType === msgType && data.authorAgentId !== this.id ? data : undefined;
    });
  }

  async #listen(): Promise<void> {
    const { client, sessionId } = this;
    const events = await client.nextEvents({ sessionId, since: this.#heard.at(-1)?.seq ?? 0 });
    if (events.length === 0) throw new Error('The session ended before the work was done.');
    this.#heard.push(...events);
  }

  /**
   * Edits a note. The edit is a function of the content, so that when somebody was faster it is made again on what they
   * wrote, and both edits stay.
   */
  async editNote(note: Note, change: (content: string) => string): Promise<Note> {
    const { client, sessionId } = this;
    const edit = { sessionId, noteId: note.id, expectedVersion: note.version, content: change(note.content) };
    try {
      return await client.updateNote(edit);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.details?.['reason'] !== 'stale_version') throw error;
      const current = Note.parse(error.details['current']);
      await this.say(
        `My edit of “${note.title}” was made on version ${String(note.version)}, but ${current.lastEditor.name} has ` +
          `written version ${String(current.version)} meanwhile. I was refused, nothing is lost: I merge and try again.`,
        { msgType: 'conflict', metadata: { expected: note.version, current: current.version } },
      );
      const merged = await this.editNote(current, change);
      await this.say(`Merged. Version ${String(merged.version)} of “${note.title}” holds what both of us wrote.`);
      return merged;
    }
  }

  /** Edits a note at the same moment as the other agent: both have read one version before either writes. */
  async editTogether(noteId: string, change: (content: string) => string): Promise<Note> {
    const note = await this.client.getNote({ sessionId: this.sessionId, noteId });
    await this.say(
      `My part is ready. I have version ${String(note.version)} of “${note.title}” and write into it now.`,
      {
        msgType: 'ready',
      },
    );
    await this.hear('ready');
    return this.editNote(note, change);
  }

  /** Tells what was found, in words for all and as a file for who works on it. */
  async report(subject: string, findings: readonly Finding[]): Promise<void> {
    for (const found of Object.values(Object.groupBy(findings, ({ check }) => check))) {
      const examples = (found ?? []).slice(0, 3).map(({ line, message }) => `line ${String(line)}: ${message}`);
      const more = found && found.length > 3 ? [`and ${String(found.length - 3)} more`] : [];
      await this.say([`${found?.[0]?.check ?? ''}:`, ...examples, ...more].join('\n'), { msgType: 'finding' });
    }
    if (findings.length === 0) await this.say(`I found nothing to say about the ${subject}.`, { msgType: 'finding' });
    const content = JSON.stringify(findings);
    await this.client.writeFile({ sessionId: this.sessionId, path: `review/${subject}.json`, content });
  }

  /** The text of a shared file. */
  async read(path: string): Promise<string> {
    return (await this.client.getFile({ sessionId: this.sessionId, path })).content;
  }

  /** What the other agent has reported. */
  async readFindings(subject: string): Promise<Finding[]> {
    return JSON.parse(await this.read(`review/${subject}.json`)) as Finding[];
  }
}

export const plural = (count: number, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;

/** A note's content with one section written anew, or added. */
export const withSection = (content: string, title: string, lines: readonly string[]): string => {
  const section = `## ${title}\n\n${lines.join('\n')}\n`;
  const parts = content.split(/^(?=## )/m).map((part) => part.trimEnd() + '\n');
  const index = parts.findIndex((part) => part.startsWith(`## ${title}\n`));
  return (index === -1 ? [...parts, section] : parts.with(index, section)).join('\n');
};

/** Findings as lines of Markdown. */
export const listOf = (findings: readonly Finding[], most = 40): string[] => {
  if (findings.length === 0) return ['Nothing.'];
  const lines = findings
    .slice(0, most)
    .map(({ check, line, message }) => `- line ${String(line)}, ${check}: ${message}`);
  return findings.length > most ? [...lines, `- and ${String(findings.length - most)} more`] : lines;
};
