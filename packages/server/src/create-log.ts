import { type DestinationStream, type Logger, pino } from 'pino';

interface LogOptions {
  level: string;
  /** Whether standard output is a terminal. Then log lines are formatted for people; otherwise they are JSON. */
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
export const createLog = async ({
  level,
  isTerminal,
  destination = pino.destination(1),
}: LogOptions): Promise<Logger> =>
  pino(
    {
      level,
      ...(isTerminal && { base: null }),
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: secrets,
    },
    isTerminal ? await forPeople(destination) : destination,
  );

const forPeople = async (destination: DestinationStream): Promise<DestinationStream> => {
  const { prettyFactory } = await import('pino-pretty');
  const pretty = prettyFactory({ colorize: true, translateTime: 'SYS:HH:MM:ss.l', singleLine: true });
  return {
    write: (line) => {
      destination.write(pretty(line));
    },
  };
};
