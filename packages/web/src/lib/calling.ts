/** A function without parameters that calls `act` with the values that are given now, such as at a click. */
export const calling =
  <Given extends readonly unknown[]>(act: (...given: Given) => unknown, ...given: NoInfer<Given>): (() => void) =>
  () => {
    act(...given);
  };
