type Body = Response['body'];

/**
 * The body once its first byte is there, still streamed. A backend that fails after its headers but before its body can
 * so be answered with a 503; later it is too late.
 * @throws whatever broke the stream
 */
export async function startedBody(body: Body): Promise<Body> {
  if (body === null) return null;
  const reader = body.getReader();
  const first = await reader.read();
  let pending = first.done ? undefined : first.value;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = pending ?? (await reader.read()).value;
        pending = undefined;
        if (chunk === undefined) return controller.close();
        controller.enqueue(chunk);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
