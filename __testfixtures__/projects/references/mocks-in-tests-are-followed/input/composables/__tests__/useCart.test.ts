import '../useCart'
vi.mock('../../server/load')
