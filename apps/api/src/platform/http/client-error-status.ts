const STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** How octets are answered that are no request, or do not come to an end. */
export const clientErrorStatus = (error: Error): number =>
  ('code' in error && STATUS[String(error.code)]) || 400;
