/** Loaded before a backend: its machine's clock is off by so many seconds. */
const shiftMs = Number(process.env.SHIFT_CLOCK_SECONDS) * 1_000;
const RealDate = Date;
const now = () => RealDate.now() + shiftMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
});
