/** Listens to the events of a target until the returned function is called. */
export const listen = <Name extends keyof WindowEventMap>(
  target: EventTarget,
  name: Name,
  hear: (event: WindowEventMap[Name]) => void,
): (() => void) => {
  target.addEventListener(name, hear as EventListener);
  return () => {
    target.removeEventListener(name, hear as EventListener);
  };
};
