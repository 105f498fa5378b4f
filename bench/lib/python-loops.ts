/** A program in Python that prints the milliseconds of typical work: calls, arithmetic, a table, a sort. */
export const pythonLoops = `
import json, random, time
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
def calls():
    return fib(27)
def arithmetic():
    s = 0
    for i in range(5_000_000):
        s = (s + i * 7) % 1_000_003
    return s
def table():
    d = {}
    for i in range(500_000):
        k = 'k%d' % (i % 5000)
        d[k] = d.get(k, 0) + i
    return sum(d.values())
def sort():
    r = random.Random(1)
    return sorted(r.random() for _ in range(300_000))[0]
times = {}
for loop in (calls, arithmetic, table, sort):
    begin = time.perf_counter()
    loop()
    times[loop.__name__] = (time.perf_counter() - begin) * 1000
print(json.dumps(times))`;
