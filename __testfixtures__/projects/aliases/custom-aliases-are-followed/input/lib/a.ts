import '#all/pages/index'
