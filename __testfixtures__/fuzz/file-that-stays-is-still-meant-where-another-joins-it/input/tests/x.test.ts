import x from '../public/x';
vi.mock('../public/x');
