import type { DeliveryError, DeliveryState, DeliveryStatus } from '@pairspace/protocol';
import { plural, timeWithSeconds } from './format.ts';

/** The words for each status of a delivery, and its tone (`data-tone`). */
export const deliveryLooks: Readonly<Record<DeliveryStatus, readonly [says: string, tone: string]>> = {
  pending: ['waits', 'wait'],
  delivered: ['delivered', 'live'],
  failed: ['given up', 'bad'],
  cancelled: ['dropped', ''],
};

const reasons: Readonly<Record<Exclude<DeliveryError, 'status'>, string>> = {
  timeout: 'the receiver took too long',
  dns: 'its name was not found',
  address: 'nothing is sent to its address',
  connection: 'the connection failed',
  tls: 'its certificate was not accepted',
  secret: 'the secret cannot be read any more',
  expired: 'it was too late',
};

/** The state of a delivery, as one line. */
export const describeDelivery = ({ attempts, responseStatus, error, nextAttemptAt }: DeliveryState): string => {
  const tried = attempts === 0 ? 'not tried yet' : plural(attempts, 'attempt');
  const last =
    error !== null && error !== 'status'
      ? `, ${reasons[error]}`
      : responseStatus === null
        ? ''
        : `, the receiver answered ${String(responseStatus)}`;
  const next = nextAttemptAt === null ? '' : `; next at ${timeWithSeconds(nextAttemptAt)}`;
  return `${tried}${last}${next}`;
};
