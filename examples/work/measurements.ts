const stations = ['Abha', 'Bergen', 'Cusco', 'Dakar', 'Essen', 'Fukuoka', 'Gdańsk', 'Hobart'];
const minuteMs = 60_000;

/** Temperatures of stations in files of at most `partBytes`, `bytes` in total. The same every time. */
export const makeMeasurements = (bytes: number, partBytes: number): string[] => {
  const head = 'station,at,celsius\n';
  const parts: string[] = [];
  let part = head;
  let written = 0;
  for (let count = 0; written < bytes; count++) {
    const station = count % stations.length;
    const celsius = 10 + station * 2 + 8 * Math.sin(count / 900) + (count % 7) / 10;
    const line = `${stations[station] ?? ''},${new Date(count * minuteMs).toISOString()},${celsius.toFixed(1)}\n`;
    if (part.length + line.length > partBytes) {
      parts.push(part);
      part = head;
    }
    part += line;
    written += line.length;
  }
  return [...parts, part];
};
