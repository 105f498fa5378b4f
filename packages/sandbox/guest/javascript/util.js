class EventEmitter {
  #listeners = new Map();
  on(name, run) {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), run]);
    return this;
  }
  addListener(name, run) {
    return this.on(name, run);
  }
  once(name, run) {
    const once = (...args) => {
      this.off(name, once);
      run.apply(this, args);
    };
    once.listener = run;
    return this.on(name, once);
  }
  off(name, run) {
    this.#listeners.set(
      name,
      (this.#listeners.get(name) ?? []).filter((each) => each !== run && each.listener !== run),
    );
    return this;
  }
  removeListener(name, run) {
    return this.off(name, run);
  }
  removeAllListeners(name) {
    if (name === undefined) this.#listeners.clear();
    else this.#listeners.delete(name);
    return this;
  }
  listenerCount(name) {
    return this.#listeners.get(name)?.length ?? 0;
  }
  emit(name, ...args) {
    const listeners = this.#listeners.get(name) ?? [];
    if (name === 'error' && listeners.length === 0) throw args[0];
    for (const run of listeners) run.apply(this, args);
    return listeners.length > 0;
  }
}
EventEmitter.EventEmitter = EventEmitter;
EventEmitter.default = EventEmitter;
