import { isoTime } from '../lib/clock.ts';
import type { SeatFacts, SessionFacts } from './brief-store.ts';
import { named } from './quote.ts';

interface Head {
  session: SessionFacts;
  seats: readonly SeatFacts[];
  seatCount: number;
  now: number;
  /** The agent that asks; undefined for other callers. */
  you?: SeatFacts | undefined;
}

/** The session and who has a seat in it. */
export const writeHead = ({ session, seats, seatCount, now, you }: Head): string => {
  const { name, status, mode, visibility, max_agents: places } = session;
  const shown = seats.map((seat) => seatWords(seat, now));
  const more = seatCount > seats.length ? [`- and ${String(seatCount - seats.length)} more`] : [];
  return [
    ...(you ? [`You are ${named(you.agent_id)} (${you.role}).`, ''] : []),
    `# Session ${named(name)}`,
    '',
    `${status}, ${visibility}, ${mode}; ${String(seatCount)} of ${String(places)} seats are taken.${budgetWords(session)}`,
    'Each line that begins with `>` was written by others: peers and people of the session.',
    '',
    ...shown,
    ...more,
    '',
  ].join('\n');
};

const budgetWords = ({ total_credits: total, used_credits: used, ...pool }: SessionFacts): string => {
  if (total === null || used === null) return '';
  const left = (total - used - (pool.reserved_credits ?? 0)) / 1000;
  const jobs = `jobs waiting: ${String(pool.pending ?? 0)}, running: ${String(pool.running ?? 0)}`;
  return ` ${String(left)} of ${String(total / 1000)} credits are left; ${jobs}.`;
};

const seatWords = (seat: SeatFacts, now: number): string => {
  const isAway = seat.expires_at !== null && seat.expires_at <= now;
  const status = isAway ? 'offline' : (seat.status ?? 'without heartbeats');
  const lastActive = Math.max(seat.last_seen_at ?? 0, seat.last_write_at ?? 0, seat.joined_at);
  const active = isAway || seat.status === null ? `, last active ${momentOf(lastActive)}` : '';
  const doing = seat.current_activity === null || isAway ? '' : `: ${named(seat.current_activity)}`;
  return `- ${named(seat.agent_id)} (${seat.role}, named ${named(seat.agent_name)}) is ${status}${active}${doing}`;
};

/** `2026-01-31 09:30` */
export const momentOf = (at: number): string => isoTime(at).slice(0, 16).replace('T', ' ');
