import { type JobSummary, visibleLine } from '@pairspace/protocol';
import { budgetNow } from './budget.ts';
import { agoPhrase, creditsText, plural } from './format.ts';
import { jobTitle } from './job-title.ts';
import { nameOfAsker } from './person-name.ts';
import type { Place } from '../views/session/place.ts';
import type { Shown } from '../views/session/shown.ts';

/** Something that a person should look at. */
export interface ForYou {
  key: string;
  tone: 'wait' | 'bad';
  /** The name of the agent that the matter is about. */
  who?: string;
  says: string;
  to: Partial<Place>;
  /** The text of the button that opens the matter. */
  opens?: string;
  /** The step that ends the matter, for a reader who may take it. */
  act?: Act;
}

export type Act = { step: 'reply'; messageId: string } | { step: 'stop'; jobId: string } | { step: 'raise' };

/** How long a job may wait for a worker, and a request for an answer, before a person should look. */
const patienceMs = 30_000;
const nearlyUsed = 0.1;
const mostFailed = 3;

const minutesUntil = (iso: string, now: number): string => {
  const minutes = Math.ceil((Date.parse(iso) - now) / 60_000);
  return minutes <= 0 ? 'expires now' : `expires in ${String(minutes)}\u00a0min`;
};

/** Why a job waits that no worker takes; undefined for any other job. */
export const whyUntaken = (job: JobSummary, now: number): string | undefined =>
  job.status === 'pending' && now - Date.parse(job.createdAt) >= patienceMs
    ? `no worker takes ${visibleLine(job.type)}${job.expiresAt === null ? '' : `; ${minutesUntil(job.expiresAt, now)}`}`
    : undefined;

type Seen = Pick<Shown, 'feed' | 'moment'>;

const toJob = ({ id }: JobSummary): Partial<Place> => ({ panel: 'jobs', open: id });

/** The failed jobs, newest first, except for jobs whose type and label have completed since. */
const failedJobs = (jobs: readonly JobSummary[]): JobSummary[] => {
  const completed = new Set<string>();
  return jobs.toReversed().filter(({ type, label, status }) => {
    const kind = JSON.stringify([type, label]);
    if (status === 'completed') completed.add(kind);
    return status === 'failed' && !completed.has(kind);
  });
};

const untakenMatter = (job: JobSummary, now: number): ForYou[] => {
  const says = whyUntaken(job, now);
  if (says === undefined) return [];
  const matter = { key: job.id, says: `The job “${visibleLine(jobTitle(job))}” waits: ${says}`, to: toJob(job) };
  return [{ ...matter, tone: 'bad', opens: 'Start a worker', act: { step: 'stop', jobId: job.id } }];
};

const aboutJobs = ({ feed, moment: { state } }: Seen, now: number): ForYou[] => {
  const jobs = [...state.jobs.values()];
  const isHeld = state.session?.status === 'paused';
  const busy = jobs.filter(({ status }) => status === 'running').length;
  const canBegin = !isHeld && busy < (state.pool?.maxConcurrentJobs ?? 0);
  const untaken = canBegin ? jobs.flatMap((job) => untakenMatter(job, now)) : [];
  const failed = failedJobs(jobs)
    .slice(0, mostFailed)
    .reverse()
    .map((job): ForYou => {
      const why = job.error?.reason === 'expired' ? 'expired: nobody took it' : `failed: ${job.error?.reason ?? ''}`;
      return { key: job.id, tone: 'bad', says: `The job “${visibleLine(jobTitle(job))}” ${why}`, to: toJob(job) };
    });
  const budget = state.pool && feed.partsThere.has('pool') ? budgetNow(state.pool, feed.usage) : undefined;
  const isLow = budget !== undefined && budget.total > 0 && budget.left < budget.total * nearlyUsed;
  const low: ForYou[] = isLow
    ? [
        {
          key: 'budget',
          tone: 'wait',
          says: `${creditsText(budget.left)} of ${creditsText(budget.total)} credits are left`,
          to: { panel: 'jobs', open: undefined },
          act: { step: 'raise' },
        },
      ]
    : [];
  return [...untaken, ...failed, ...low];
};

const nameOf = (agentId: string, { moment }: Seen): string => moment.state.seats.get(agentId)?.agentName ?? agentId;

/** The agents that fell silent with something to do, and after them the other agents that have requests to answer. */
const aboutAgents = (shown: Seen, now: number): ForYou[] => {
  const { feed, moment } = shown;
  const waiting = new Map(feed.positions.waiting.map((one) => [one.agentId, one]));
  const found = [...moment.state.seats.keys()].flatMap((agentId): ForYou[] => {
    const presence = feed.presence.get(agentId);
    const asked = waiting.get(agentId);
    const who = nameOf(agentId, shown);
    const messages =
      asked &&
      `has to answer ${plural(asked.messages, 'message')}, ${asked.messages === 1 ? '' : 'the oldest '}from ${visibleLine(nameOfAsker(asked, moment.state.seats))}`;
    const to = { seq: asked?.seq ?? moment.state.acts.get(agentId)?.lastSeq };
    if (presence?.status === 'offline' && (asked !== undefined || presence.currentActivity !== null)) {
      const doing = presence.currentActivity === null ? '' : `, while: ${visibleLine(presence.currentActivity)}`;
      const left = messages === undefined ? '' : `; it ${messages}`;
      return [
        {
          key: agentId,
          tone: 'bad',
          who,
          says: `is silent, last active ${agoPhrase(presence.lastActiveAt, now)}${doing}${left}`,
          to,
        },
      ];
    }
    if (!asked || messages === undefined || now - Date.parse(asked.since) < patienceMs) return [];
    return [{ key: agentId, tone: 'wait', who, says: messages, to }];
  });
  return found.sort((a, b) => a.tone.localeCompare(b.tone));
};

/** The matters for a person, most pressing first; none at a past moment or in a completed session. */
export const forYou = (shown: Seen, now: number): ForYou[] => {
  const { feed, moment } = shown;
  const { session, seats } = moment.state;
  if (moment.isPast || !session || session.status === 'completed') return [];
  const questions = feed.events.questions.open([...seats.keys()]).map(({ messageId, seq, agentId, text }): ForYou => ({
    key: messageId,
    tone: 'wait',
    who: nameOf(agentId, shown),
    says: `asks: ${visibleLine(text)}`,
    to: { seq },
    act: { step: 'reply', messageId },
  }));
  return [...questions, ...aboutJobs(shown, now), ...aboutAgents(shown, now)];
};
