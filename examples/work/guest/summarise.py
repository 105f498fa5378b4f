"""Reads the measurements of all stations, part by part, and writes what they say."""
import csv, glob, statistics, sys

by_station, rows = {}, 0
for part in sorted(glob.glob('measurements/*.csv')):
    with open(part, newline='') as file:
        for row in csv.DictReader(file):
            by_station.setdefault(row['station'], []).append(float(row['celsius']))
            rows += 1

with open('report.md', 'w') as report:
    report.write(f'# {rows:,} measurements of {len(by_station)} stations\n\n')
    report.write('| station | count | lowest | mean | highest |\n| --- | --- | --- | --- | --- |\n')
    for station, values in sorted(by_station.items()):
        cells = (station, f'{len(values):,}', *(f'{value:.1f}' for value in (min(values), statistics.fmean(values), max(values))))
        report.write('| ' + ' | '.join(cells) + ' |\n')
print(f'{rows} rows read', file=sys.stderr)
