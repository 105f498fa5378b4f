/** Copies a text to the clipboard. Returns false if the browser refuses, as it does for a page over plain HTTP. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};
