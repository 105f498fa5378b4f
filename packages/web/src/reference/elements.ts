/** An element with text in it, which is never read as HTML. */
export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text?: string,
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  return made;
};

export const button = (label: string, act: () => void): HTMLButtonElement => {
  const made = element('button', label);
  made.type = 'button';
  made.addEventListener('click', act);
  return made;
};
