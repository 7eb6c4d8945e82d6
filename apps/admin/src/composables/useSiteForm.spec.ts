import { expect, it } from 'vitest';
import { hostsIn } from './useSiteForm';

it.each([
  ['www.example.com', ['www.example.com']],
  ['https://www.example.com/contact?x=1#form, HTTP://Example.org', ['www.example.com', 'Example.org']],
  ['localhost:3000\n shop.example.com,', ['localhost:3000', 'shop.example.com']],
  [' , ', []],
])('takes the hostnames out of %j', (typed, hosts) => {
  expect(hostsIn(typed)).toEqual(hosts);
});
