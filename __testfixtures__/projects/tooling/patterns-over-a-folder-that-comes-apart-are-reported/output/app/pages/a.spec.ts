test()
