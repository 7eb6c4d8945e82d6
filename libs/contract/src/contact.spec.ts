import { messageLengthText, nameLengthText } from './contact.js';

describe('contact texts (specification 7)', () => {
  it('names the bounds of the name', () => {
    expect(nameLengthText()).toBe('Name must be between 2 and 100 characters');
  });

  it('names the configured bound of the message (DD-11)', () => {
    expect(messageLengthText(5000)).toBe('Message must be between 10 and 5000 characters');
    expect(messageLengthText(200)).toBe('Message must be between 10 and 200 characters');
  });
});
