import type { Inside } from '@pairspace/testkit/look-inside';
import type { Arrival } from './delivery-receiver.ts';
import type { Verdict } from './verdict.ts';

export const queueChecks = [
  'at a kill no webhook has more than 17 deliveries under way: 16 that came and are not recorded, and one on its way',
  'what came twice was under way at a kill before',
  'a delivery that waits keeps its time over a kill',
] as const;

const [bounded, explained, kept] = queueChecks;
const maxUnderWay = 17;

export const keyOf = ({ deliveryId, attempt }: Pick<Arrival, 'deliveryId' | 'attempt'>): string =>
  `${deliveryId} attempt ${String(attempt)}`;

interface WaitingDelivery {
  due_at: number;
  attempts: number;
}

/**
 * Inspects the queue after each kill, while no service uses it. If other nodes continue, their present attempts count
 * like those that the kill interrupted.
 */
export class QueueInspector {
  readonly #look: () => Promise<Inside>;
  readonly #verdict: Verdict;
  /** The permitted number of arrivals of each attempt: one, plus one for each kill during the attempt. */
  readonly #allowed = new Map<string, number>();
  readonly #seen = new Map<string, number>();
  #unrecorded: Arrival[] = [];
  #waiting = new Map<string, WaitingDelivery>();
  /** The number of deliveries under way at the kills. */
  underWay = 0;
  duplicates = 0;
  /** The number of deliveries that waited at two successive kills. */
  compared = 0;

  constructor(look: () => Promise<Inside>, verdict: Verdict) {
    this.#look = look;
    this.#verdict = verdict;
  }

  /** `arrived` holds the arrivals since the last inspection. */
  async inspect(arrived: readonly Arrival[]): Promise<void> {
    await using inside = await this.#look();
    this.#count(arrived);
    await this.#findUnderWay(inside, arrived);
    await this.#compareTimes(inside);
  }

  /** Counts the arrivals since the last kill. */
  #count(arrived: readonly Arrival[]): void {
    for (const arrival of arrived) {
      const key = keyOf(arrival);
      const times = (this.#seen.get(key) ?? 0) + 1;
      this.#seen.set(key, times);
      const allowed = this.#allowed.get(key) ?? 1;
      if (times > 1) this.duplicates++;
      this.#verdict.expect(explained, times <= allowed, () => `${key} came ${String(times)} times`);
    }
  }

  async #findUnderWay({ rows }: Inside, arrived: readonly Arrival[]): Promise<void> {
    const deliveries = await rows('select id, attempts from delivery');
    const attemptsOf = new Map(deliveries.map(({ id, attempts }) => [String(id), Number(attempts)]));
    const candidates = new Map([...this.#unrecorded, ...arrived].map((arrival) => [keyOf(arrival), arrival]));
    this.#unrecorded = [...candidates.values()].filter(
      ({ deliveryId, attempt }) => (attemptsOf.get(deliveryId) ?? 0) < attempt,
    );
    const perWebhook = Map.groupBy(this.#unrecorded, ({ webhook }) => webhook);
    for (const [webhook, underWay] of perWebhook) {
      this.#verdict.expect(bounded, underWay.length <= maxUnderWay, () => `${webhook}: ${String(underWay.length)}`);
    }
    this.underWay += this.#unrecorded.length;
    for (const arrival of this.#unrecorded) {
      const key = keyOf(arrival);
      this.#allowed.set(key, (this.#allowed.get(key) ?? 1) + 1);
    }
  }

  async #compareTimes({ rows }: Inside): Promise<void> {
    const waiting = new Map<string, WaitingDelivery>();
    const pending = `select id, due_at, attempts from delivery where status = 'pending' and attempts > 0`;
    for (const { id, due_at, attempts } of await rows(pending)) {
      waiting.set(String(id), { due_at: Number(due_at), attempts: Number(attempts) });
    }
    for (const [id, before] of this.#waiting) {
      const now = waiting.get(id);
      if (now?.attempts !== before.attempts) continue;
      this.compared++;
      this.#verdict.expect(
        kept,
        now.due_at === before.due_at,
        () => `${id} was due at ${String(before.due_at)} and is now at ${String(now.due_at)}`,
      );
    }
    this.#waiting = waiting;
  }
}
