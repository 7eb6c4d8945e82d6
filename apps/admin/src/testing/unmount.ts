import { disableAutoUnmount, enableAutoUnmount } from '@vue/test-utils';
import { afterEach } from 'vitest';

// Every test file runs this, and those of a worker share the library.
disableAutoUnmount();
enableAutoUnmount(afterEach);
