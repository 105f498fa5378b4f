const storageKey = 'pairspace.seen';
/** The greatest number of sessions whose last visit is kept. */
const mostKept = 200;

/** How far a session was seen in this browser, and when. */
export interface LastSeen {
  seq: number;
  at: string;
}

const read = (): Record<string, LastSeen> => {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Record<string, LastSeen>;
  } catch {
    return {};
  }
};

export const lastSeen = (sessionId: string): LastSeen | undefined => read()[sessionId];

export const keepSeen = (sessionId: string, seen: LastSeen): void => {
  const others = Object.entries(read()).filter(([id]) => id !== sessionId);
  try {
    const newest = [...others.slice(1 - mostKept), [sessionId, seen]];
    localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Without storage every visit is the first.
  }
};
