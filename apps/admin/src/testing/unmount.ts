import { disableAutoUnmount, enableAutoUnmount } from '@vue/test-utils';
import { afterEach } from 'vitest';

// Each test file says so anew, and test files of a worker share the library.
disableAutoUnmount();
enableAutoUnmount(afterEach);
