import { type DestinationStream, type Logger, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';

interface LogOptions {
  level: string;
  /** Standard output is a terminal: lines for a person. Otherwise lines are JSON. */
  isTerminal: boolean;
  destination?: DestinationStream;
}

const secrets = [
  'req.headers.authorization',
  'req.headers["x-agent-key"]',
  'req.headers["x-create-key"]',
  '*.authorization',
  '*.agentToken',
  '*.observerToken',
  '*.workerToken',
  '*.recoveryCode',
  '*.inviteCode',
  '*.agentKey',
  '*.secret',
];

/** The log of the service (OPS-21). */
export const createLog = ({ level, isTerminal, destination = pino.destination(1) }: LogOptions): Logger =>
  pino(
    {
      level,
      ...(isTerminal && { base: null }),
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: secrets,
    },
    isTerminal ? forPeople(destination) : destination,
  );

const forPeople = (destination: DestinationStream): DestinationStream => {
  const pretty = prettyFactory({ colorize: true, translateTime: 'SYS:HH:MM:ss.l', singleLine: true });
  return {
    write: (line) => {
      destination.write(pretty(line));
    },
  };
};
